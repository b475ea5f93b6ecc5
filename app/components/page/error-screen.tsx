import { isRouteErrorResponse, Link, useLocation, useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'
import { buttonClass } from '~/components/ui/button'
import { RetryLink } from './retry-link'

export interface ErrorScreenProps {
  title: string
  text?: ReactNode
  /** A URL to reload. */
  retry?: string
  back?: { to: string; label: string }
}

/** A screen, or a part of one, that failed to load. */
export function ErrorScreen({ title, text, retry, back }: ErrorScreenProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-6 py-20 text-center">
      <svg
        viewBox="0 0 48 48"
        className="mb-4 size-12 text-muted"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M6 38V25l36-12v25Z" />
        <path d="M24 38V19" opacity=".5" />
        <path d="M6 31.5h36" opacity=".5" />
      </svg>
      <h1 className="text-xl font-semibold tracking-[-0.018em] break-words">{title}</h1>
      {text && <p className="mt-1.5 text-sm text-muted break-words">{text}</p>}
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        {back && (
          <Link to={back.to} className={buttonClass({ variant: 'primary' })}>
            {back.label}
          </Link>
        )}
        {retry && (
          <RetryLink to={retry} className={buttonClass({ variant: 'secondary' })}>
            Try again
          </RetryLink>
        )}
      </div>
    </div>
  )
}

/** The text for an error that a route threw: a refusal's own message, otherwise its status. */
export function describeError(error: unknown): { title: string; text?: string; known: boolean } {
  if (!isRouteErrorResponse(error)) {
    return {
      title: 'Something went wrong',
      text: 'The page could not be shown. Please try again in a moment.',
      known: false,
    }
  }
  const message = (error.data as { message?: unknown } | null)?.message
  if (typeof message === 'string' && message) return { title: message, known: true }
  if (error.status === 404)
    return { title: '404 Page Not Found', text: 'This page does not exist.', known: true }
  return {
    title: `${error.status} ${error.statusText || 'Error'}`,
    text: 'The page could not be shown.',
    known: false,
  }
}

/**
 * A route's whole `ErrorBoundary`: `export const ErrorBoundary = () => <RouteError back={…} />`.
 * @param failure the title for an unexpected failure
 */
export function RouteError({ back, failure }: Pick<ErrorScreenProps, 'back'> & { failure?: string }) {
  const { title, text, known } = describeError(useRouteError())
  const { pathname, search } = useLocation()
  const words =
    failure && !known ? { title: failure, text: 'Please try again in a moment.' } : { title, text }
  return <ErrorScreen {...words} retry={pathname + search} back={back} />
}
