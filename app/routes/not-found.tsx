import { data } from '@remix-run/node'

export const loader = () => data(null, { status: 404 })

export default function NotFound() {
  return <h1>404 Page Not Found</h1>
}
