import { Outlet, useLocation, useNavigate } from '@remix-run/react'
import { useEffect } from 'react'
import { paths } from '~/paths'

/** The Templates tab as a page, for browsers without scripts, and the parent of its dialogs. With scripts the hash selects the tab. */
export default function TemplatesTab() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const bare = pathname.replace(/\/$/, '') === paths.templateList()
  useEffect(() => {
    if (bare)
      navigate(`${paths.emailSending()}${search}#templates`, { replace: true, preventScrollReset: true })
  }, [bare, navigate, search])
  return <Outlet />
}
