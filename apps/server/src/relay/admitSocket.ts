import type { IncomingMessage } from 'node:http'
import {
  isLoopbackOrigin,
  projectIdSchema,
  type RelayRefusal,
  relayPath,
  relayRefusals,
} from 'latchkey/services'
import * as v from 'valibot'
import type { RateLimiter } from '../core/scale/shared.ts'
import { isAllowedOrigin } from '../projects/createGate.ts'
import type { Projects } from '../projects/createProjects.ts'
import { isDevelopmentProject } from '../projects/findProject.ts'
import { readRelayToken } from './readRelayToken.ts'

/** What a handshake comes to. */
export type Admission =
  | { readonly clientId: string; readonly project: string }
  /** `code` for a browser, which cannot read the status; `status` for everyone else. */
  | { readonly reason: string; readonly name: RelayRefusal | 'rate'; readonly status: 401 | 403 | 429 }

export interface AdmissionRules {
  readonly projects: Projects
  readonly development: boolean
  /** The URLs that a token may be meant for. */
  readonly publicUrls: readonly string[]
  readonly perAddress: RateLimiter
  readonly perClient: RateLimiter
  readonly now: () => number
}

/**
 * Decides over a handshake: limits first, then the token's signature, then project and page. A client's bucket is
 * counted for each address apart, or any caller that names a client could lock it out.
 * @throws StoreError
 */
export async function admitSocket(
  rules: AdmissionRules,
  options: { readonly request: IncomingMessage; readonly query: URLSearchParams; readonly address: string },
): Promise<Admission> {
  const { request, query, address } = options
  const { authorization, origin } = request.headers
  const token = query.get('auth') ?? /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
  const read = token === undefined ? undefined : readRelayToken(token)
  const waits = await Promise.all([
    rules.perAddress(address, 1),
    read === undefined ? 0 : rules.perClient(`${read.clientId} ${address}`, 1),
  ])
  if (waits.some(wait => wait > 0)) return { reason: 'Too many requests', name: 'rate', status: 429 }

  const projectId = query.get('projectId')
  if (projectId === null || projectId === '') return refuse('projectMissing')
  if (token === undefined) return refuse('tokenMissing')
  if (read === undefined) return refuse('tokenInvalid')
  const { publicUrls, development } = rules
  const verdict = read.check({
    now: rules.now(),
    isAudience: aud => isAudience(aud, publicUrls, development),
  })
  if ('refusal' in verdict) return refuse(verdict.refusal, verdict.detail)

  const isWord = v.is(projectIdSchema, projectId) && (!isDevelopmentProject(projectId) || development)
  const project = isWord ? await rules.projects.find(projectId) : undefined
  if (project === undefined) return refuse('projectUnknown')
  // No page: a phone or a backend, which could say whatever it likes.
  if (origin !== undefined && !isAllowedOrigin(project, origin)) return refuse('origin')
  return { clientId: verdict.clientId, project: project.id }
}

function refuse(name: RelayRefusal, detail = ''): Admission {
  return {
    name,
    // A close frame carries 123 bytes.
    reason: `${relayRefusals[name].reason}${detail}`.slice(0, 123),
    status: name === 'origin' ? 403 : 401,
  }
}

/** A trailing slash or a query makes no other relay. In development every port of this machine is ours. */
function isAudience(aud: string, publicUrls: readonly string[], development: boolean): boolean {
  const url = URL.canParse(aud) ? new URL(aud) : undefined
  if (url === undefined || !/^wss?:$/.test(url.protocol)) return false
  if (publicUrls.some(known => placeOf(new URL(known)) === placeOf(url))) return true
  const page = `${url.protocol === 'wss:' ? 'https' : 'http'}://${url.host}`
  return development && isLoopbackOrigin(page) && url.pathname === relayPath
}

function placeOf({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname.replace(/\/$/, '')}`
}
