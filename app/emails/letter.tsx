import { Body, Button, Container, Head, Heading, Html, Link, Preview, Text } from '@react-email/components'
import { render } from '@react-email/render'

/** An entry of a list: a linked title and a text. */
export interface LetterItem {
  title: string
  text: string
  url: string
}

export interface LetterProps {
  /** The preview text that email clients show beside the subject. */
  preview: string
  heading: string
  /** The name in the greeting; empty if it is unknown. */
  name: string
  text: string
  /** A list below the text. */
  items?: LetterItem[]
  button: { label: string; url: string }
  /** Fine print. */
  note: string
}

const text = { color: '#1f2923', fontSize: '15px', lineHeight: '24px' }

/** An email of our own: a short text, perhaps a list, and one button. */
function Letter({ preview, heading, name, text: words, items = [], button, note }: LetterProps) {
  return (
    <Html lang="en">
      <Head />
      <Preview>{preview}</Preview>
      <Body
        style={{ backgroundColor: '#f4f6f4', fontFamily: 'Helvetica, Arial, sans-serif', padding: '24px 0' }}
      >
        <Container
          style={{ backgroundColor: '#ffffff', borderRadius: '8px', padding: '32px', maxWidth: '480px' }}
        >
          <Heading style={{ ...text, fontSize: '20px', fontWeight: 600 }}>{heading}</Heading>
          <Text style={text}>Hello{name && ` ${name}`},</Text>
          <Text style={text}>{words}</Text>
          {items.map(({ title, text: about, url }) => (
            <Text key={url} style={text}>
              <Link href={url} style={{ color: '#1f6f4a', fontWeight: 600 }}>
                {title}
              </Link>
              <br />
              {about}
            </Text>
          ))}
          <Button
            href={button.url}
            style={{
              backgroundColor: '#1f6f4a',
              borderRadius: '6px',
              color: '#ffffff',
              fontSize: '15px',
              padding: '12px 20px',
            }}
          >
            {button.label}
          </Button>
          <Text style={{ ...text, color: '#5b665f', fontSize: '13px' }}>{note}</Text>
        </Container>
      </Body>
    </Html>
  )
}

/** Renders the email as HTML and as text. */
export async function renderLetter(props: LetterProps): Promise<{ html: string; text: string }> {
  const mail = <Letter {...props} />
  return { html: await render(mail), text: await render(mail, { plainText: true }) }
}
