/** The files of a form, as the models take them. Empty file fields are left out. */
export const toUploads = (files: File[]) =>
  Promise.all(
    files
      .filter(({ name }) => name !== '')
      .map(async (file) => ({
        name: file.name,
        type: file.type,
        content: Buffer.from(await file.arrayBuffer()),
      })),
  )
