import { useLoaderData } from '@remix-run/react'

export const loader = () => ({ rows: Array.from({ length: 20 }, (_, n) => ({ id: n, name: `Row ${n}` })) })

export default function Index() {
  const { rows } = useLoaderData<typeof loader>()
  return (
    <ul>
      {rows.map((row) => (
        <li key={row.id}>{row.name}</li>
      ))}
    </ul>
  )
}
