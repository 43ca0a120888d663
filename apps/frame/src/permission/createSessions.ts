import { type CaipNetworkId, limits } from 'latchkey/contract'
import type { Hex } from 'latchkey/evmcodec'
import {
  formatRouteUrl,
  getSessions,
  type Permission,
  type PermissionSession,
  postSession,
  postSessionRevoke,
  type RouteDefinition,
  readRouteAnswer,
} from 'latchkey/services'
import { refusal } from '../provider/refusal.ts'

/** Where the services are, and for which project they are asked. */
export interface ServicesPlace {
  /** Base URL of the services. */
  readonly services: string
  readonly projectId: string
  readonly fetch: typeof fetch
}

/** An account on one network. */
export interface SessionAccount {
  readonly chainId: CaipNetworkId
  readonly account: Hex
}

/** Asks the services for the permissions of one account. Each throws LatchkeyError with -32002 without a good answer. */
export function createSessions(place: ServicesPlace, { chainId, account }: SessionAccount) {
  async function ask<R extends RouteDefinition>(call: R, body?: object) {
    const url = formatRouteUrl(place.services.replace(/\/+$/, ''), call, {
      params: { id: `${chainId}:${account}` },
      query: { projectId: place.projectId },
    } as never)
    try {
      const response = await place.fetch(url, {
        method: call.method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        signal: AbortSignal.timeout(limits.rpcTimeout),
      })
      const read = response.ok ? readRouteAnswer(call, await response.json()) : undefined
      if (!read) throw new Error(`HTTP ${response.status}`)
      return read
    } catch (cause) {
      throw refusal('unavailable', { message: `The services did not take it: ${String(cause).slice(0, 80)}` })
    }
  }
  return {
    list: async (): Promise<readonly PermissionSession[]> => (await ask(getSessions)).sessions,
    add: (given: {
      readonly to: Hex
      readonly permission: Permission
      readonly salt: Hex
      readonly signature: Hex
    }): Promise<PermissionSession> => ask(postSession, given),
    revoke: (given: { readonly pci: Hex; readonly signature: Hex }) => ask(postSessionRevoke, given),
  }
}
