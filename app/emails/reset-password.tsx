import { Body, Button, Container, Head, Heading, Html, Preview, Text } from '@react-email/components'
import { render } from '@react-email/render'

interface Props {
  name: string
  url: string
}

const text = { color: '#1f2923', fontSize: '15px', lineHeight: '24px' }

function ResetPassword({ name, url }: Props) {
  return (
    <Html lang="en">
      <Head />
      <Preview>Choose a new password within 15 minutes</Preview>
      <Body
        style={{ backgroundColor: '#f4f6f4', fontFamily: 'Helvetica, Arial, sans-serif', padding: '24px 0' }}
      >
        <Container
          style={{ backgroundColor: '#ffffff', borderRadius: '8px', padding: '32px', maxWidth: '480px' }}
        >
          <Heading style={{ ...text, fontSize: '20px', fontWeight: 600 }}>Reset your password</Heading>
          <Text style={text}>Hello {name},</Text>
          <Text style={text}>
            somebody asked for a new password for your Coldframe account. The link works once, for 15 minutes.
          </Text>
          <Button
            href={url}
            style={{
              backgroundColor: '#1f6f4a',
              borderRadius: '6px',
              color: '#ffffff',
              fontSize: '15px',
              padding: '12px 20px',
            }}
          >
            Choose a new password
          </Button>
          <Text style={{ ...text, color: '#5b665f', fontSize: '13px' }}>
            If it was not you, ignore this mail: your password stays as it is.
          </Text>
        </Container>
      </Body>
    </Html>
  )
}

/** The mail with a reset link, as HTML and as text. */
export async function renderResetMail(props: Props): Promise<{ html: string; text: string }> {
  const mail = <ResetPassword {...props} />
  return { html: await render(mail), text: await render(mail, { plainText: true }) }
}
