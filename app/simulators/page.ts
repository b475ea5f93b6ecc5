/** A plain page of a simulated service. @param main HTML */
export const page = (title: string, main: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 26rem; margin: 10vh auto; padding: 0 1rem }
  h1 { font-size: 1.4rem; line-height: 1.25 }
  label[for="email"] { display: block; font-weight: 600 }
  input[type="email"] { width: 100%; box-sizing: border-box; padding: .6rem; font: inherit; border: 1px solid; border-radius: .4rem }
  fieldset { border: 1px solid; border-radius: .4rem; padding: .25rem 1rem }
  .choice { display: flex; gap: .6rem; margin: .5rem 0 }
  .choice input { flex: none; width: 1.2rem; height: 1.2rem }
  .buttons { display: flex; gap: .75rem }
  button { font: inherit; padding: .6rem 1.4rem; border-radius: .4rem; border: 1px solid #1a56c4; background: #1a56c4; color: #fff; cursor: pointer }
  button.quiet { background: transparent; color: inherit; border-color: currentColor }
  [role="alert"] { font-weight: 600 }
</style>
</head>
<body><main><h1>${title}</h1>${main}</main></body>
</html>`

/** A text in HTML, also in an attribute. */
export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
