import { Fragment } from 'react'

/** A web address in a text, with the punctuation that ends its sentence. */
const LINK = /(https?:\/\/[^\s<>"]{1,2000})/
const TRAILING = ".,;:!?)]}'»”"

/** Plain text as its author broke it into lines, with web addresses as links. */
export const WrittenText = ({ text }: { text: string }) => (
  <div className="text-sm/6 break-words whitespace-pre-wrap [overflow-wrap:anywhere]">
    {text.split(LINK).map((piece, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
      <Fragment key={index}>{index % 2 === 1 ? <TextLink address={piece} /> : piece}</Fragment>
    ))}
  </div>
)

function TextLink({ address }: { address: string }) {
  let end = address.length
  while (TRAILING.includes(address[end - 1]!)) end -= 1
  const to = address.slice(0, end)
  return (
    <>
      <a
        href={to}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="text-accent-ink underline underline-offset-2"
      >
        {to}
      </a>
      {address.slice(end)}
    </>
  )
}
