import type { Project } from '../../core/http/project.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import { isAllowedOrigin } from '../../projects/createGate.ts'

/** Checks where a provider's page is to lead back: to one of the project's own pages (T126). @throws RouteFault REQUEST_INVALID */
export function checkRedirect(project: Project, redirectUrl: string | undefined): string | undefined {
  if (redirectUrl === undefined) return undefined
  const url = URL.canParse(redirectUrl) ? new URL(redirectUrl) : undefined
  const isPlain = url?.username === '' && url.password === ''
  if (url === undefined || !isPlain || !isAllowedOrigin(project, url.origin))
    throw new RouteFault('REQUEST_INVALID', {
      reasons: [{ name: 'redirectUrl', description: 'Expected a page on one of the project’s origins' }],
    })
  return url.href
}
