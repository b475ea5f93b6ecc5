/** The part of punycode.js that we use. It comes without types. */
declare module 'punycode.js' {
  const punycode: { toUnicode: (domain: string) => string }
  export default punycode
}
