/** The services' contract as typed calls (SPEC §7). A chunk of its own, reached by `ctx.api()`: it brings valibot. */
import * as v from 'valibot'
import type { CaipNetworkId } from '../../contract/caip.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { Endpoints } from '../../contract/options.ts'
import {
  formatRouteUrl,
  type projectQuery,
  type RouteDefinition,
  type RouteResponse,
  type RouteSchema,
} from '../../contract/route.ts'
import { getSupportedChains } from '../../contract/supportedChains.ts'
import type { Clock } from './clock.ts'
import type { ResolvedConfig } from './config.ts'
import { type CallOptions, createHttp, fromResponse, type Http, type QueryValues } from './http.ts'
import { sdk } from './sdk.ts'

/** The part of `endpoints` that a call goes to. */
export type Service = Exclude<keyof Endpoints, 'relay' | 'frame'>

type Given<S, Without extends PropertyKey = never> = S extends RouteSchema
  ? Omit<v.InferInput<S>, Without>
  : never
type Place<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : Partial<Value> extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value }

/** What a call is made of; the project, sdk type and version are added to its query. */
export type ApiValues<R extends RouteDefinition> = Place<'params', Given<R['params']>> &
  Place<'query', Given<R['query'], keyof typeof projectQuery>> &
  Place<'body', Given<R['body']>> & {
    /** Default 'api'. */
    readonly service?: Service
    readonly headers?: Readonly<Record<string, string>>
    readonly signal?: AbortSignal
  }

export interface Api {
  /**
   * Makes one call, without retries, and checks its answer; members that the schema does not know are dropped.
   * @throws LatchkeyError RPC_ABORTED, CONFIG_INVALID when the service has no endpoint, the code of the refusal
   * (APKT002, APKT006, APKT007, APKT009, APKT010), else HTTP_STATUS with `context.status`, 0 when nothing answered.
   */
  call<R extends RouteDefinition>(route: R, values: ApiValues<R>): Promise<RouteResponse<R>>
  /**
   * Whether the services answer for a network; callers answer with nothing themselves where they do not (SPEC §7). The
   * list is asked for once and kept; without an API endpoint no network is supported.
   * @throws LatchkeyError as `call`, when the list cannot be had.
   */
  supported(caipNetworkId: CaipNetworkId): Promise<boolean>
  /** The bytes of an image call, at most 1 MB. @throws LatchkeyError as `call`; APKT009 when it is no image. */
  image<R extends RouteDefinition>(route: R, values: ApiValues<R>): Promise<Blob>
}

export interface ApiOptions {
  readonly config: Pick<ResolvedConfig, 'projectId' | 'endpoints'>
  readonly clock: Clock
  readonly fetch?: typeof fetch
  /** Ends every call. */
  readonly signal?: AbortSignal
}

/** Binds the calls to the host's endpoints; where none is set nothing is asked (SPEC-NOTES §7). */
export function createApi(options: ApiOptions): Api {
  const { projectId, endpoints } = options.config
  const clients = new Map<Service, Http>()
  let chains: Promise<ReadonlySet<string>> | undefined

  function client(service: Service): Http {
    const known = clients.get(service)
    if (known) return known
    const baseUrl = endpoints?.[service]
    if (!baseUrl) throw createError('CONFIG_INVALID', { context: { option: `endpoints.${service}` } })
    const made = createHttp({ ...options, baseUrl, ...(service === 'images' && { limit: imageLimit }) })
    clients.set(service, made)
    return made
  }

  async function send<T>(
    route: RouteDefinition,
    values: Values,
    ask: (http: Http, path: string, more: CallOptions) => Promise<T>,
  ): Promise<T> {
    const { service = 'api', params = {}, query, headers, signal } = values
    const http = client(service)
    // A place that is no address must not become another path: `..` is one that a URL takes away.
    if (route.params && !v.is(route.params, params)) {
      throw createError('UNKNOWN', { context: { path: route.path, reason: 'the values are no call' } })
    }
    const path = formatRouteUrl('', route, { params })
    try {
      return await ask(http, path, {
        query: { ...query, projectId, ...sdk },
        headers,
        ...(signal && { signal }),
      })
    } catch (cause) {
      throw fromResponse(cause)
    }
  }

  const api: Api = {
    async call<R extends RouteDefinition>(route: R, values: ApiValues<R>): Promise<RouteResponse<R>> {
      const answer = await send(route, values as Values, (http, path, more) => {
        const { body } = values as Values
        if (route.method === 'GET') return http.get(path, more)
        if (route.method === 'DELETE') return http.delete(path, more)
        return http[route.method === 'POST' ? 'post' : 'put'](path, body, more)
      })
      const parsed = v.safeParse(route.response, answer)
      if (parsed.success) return parsed.output
      const at = v.getDotPath(parsed.issues[0]) ?? ''
      throw createError('APKT009', { context: { path: route.path, reason: `unexpected answer at "${at}"` } })
    },
    async supported(caipNetworkId) {
      if (!endpoints?.api) return false
      chains ??= api.call(getSupportedChains, {}).then(
        ({ http }) => new Set<string>(http),
        cause => {
          chains = undefined
          throw cause
        },
      )
      return (await chains).has(caipNetworkId)
    },
    async image(route, values) {
      const blob = await send(route, values as Values, (http, path, more) => http.getBlob(path, more))
      const image = blob.slice(0, blob.size, blob.type.split(';')[0]?.trim())
      if (image.size > 0 && image.size <= imageLimit && v.is(route.response, image)) return image
      throw createError('APKT009', { context: { path: route.path, reason: 'not an image' } })
    },
  }
  return api
}

const imageLimit = 1_000_000

interface Values {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: QueryValues
  readonly body?: unknown
  readonly service?: Service
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}
