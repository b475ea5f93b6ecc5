import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'

/** Redirects after some seconds; without scripts the browser does it by itself (Refresh header). */
export function RedirectSoon({ to, seconds }: { to: string; seconds: number }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate(to), seconds * 1000)
    return () => clearTimeout(timer)
  }, [navigate, to, seconds])
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${seconds};url=${to}`} />
    </noscript>
  )
}
