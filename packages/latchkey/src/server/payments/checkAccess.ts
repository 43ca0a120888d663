import * as v from 'valibot'
import { configError } from '../../contract/error.ts'
import { projectIdSchema } from '../../contract/route.ts'
import type { ServicesAccess } from './callServices.ts'

/** Checks what a backend reaches the services with. @throws LatchkeyError CONFIG_INVALID, naming the option and never the secret. */
export function checkAccess({ endpoint, projectId, secret }: ServicesAccess): void {
  const url = typeof endpoint === 'string' && URL.canParse(endpoint) ? new URL(endpoint) : undefined
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (url === undefined || !/^https?:$/.test(url.protocol) || !isPlain)
    throw configError('endpoint', 'the services’ URL such as "https://services.example"')
  if (!v.is(projectIdSchema, projectId)) throw configError('projectId', 'the id that the services issued')
  if (typeof secret !== 'string' || !/^sk_[\w-]{8,200}$/.test(secret))
    throw configError('secret', 'the project’s secret, which begins with "sk_"')
}
