import type { Hono } from 'hono'
import {
  getNameLookup,
  getNameNonce,
  getNameSuggestions,
  getNameZone,
  getProfile,
  getProfilesOfAddress,
  postNameLookup,
  postProfile,
  putProfile,
} from 'latchkey/services'
import type { Address, Hex } from 'viem'
import type { AppContext, AppTypes } from '../../core/http/appTypes.ts'
import type { Gate } from '../../core/http/gate.ts'
import { mountProjectRoute, mountRoute } from '../../core/http/mountRoute.ts'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { RateLimiter, Shared } from '../../core/scale/shared.ts'
import { changeName } from './changeName.ts'
import { labelIn, normalName, refusalsOf } from './checkName.ts'
import type { Names } from './createNames.ts'
import { findName, findNamesOf, isNamed, toProfile } from './findNames.ts'
import { type Registry, registerName } from './registerName.ts'
import { suggestNames } from './suggestNames.ts'

/** Names on the wire (SPEC §7), and the gateway that chains' resolvers send libraries to (EIP-3668). */
export function mountNames(
  app: Hono<AppTypes>,
  deps: {
    readonly names: Names
    readonly gate: Gate
    readonly bodyLimit: number
    readonly clientAddress: (c: AppContext) => string
    readonly shared: Shared
    readonly registrationsPerHour: number
    /** Who runs the zone, as it calls itself. */
    readonly operator: string | undefined
  },
): void {
  const { names, clientAddress, shared, registrationsPerHour, operator } = deps
  const { store } = names
  const lookups = shared.limiter({ name: 'name lookups', ...lookupRate, whenDown: 'open' })
  const registrations = shared.limiter({
    name: 'name registrations',
    perSecond: registrationsPerHour / 3_600,
    burst: registrationsPerHour,
    whenDown: 'open',
  })
  const registryOf = (): Registry => {
    if (names.registry !== undefined) return names.registry
    throw new RouteFault('NAME_NOT_FOUND', {
      reasons: [{ name: 'zone', description: 'This service holds no names' }],
    })
  }

  mountProjectRoute(app, getProfile, deps, async ({ params }) => {
    const { zone } = registryOf()
    const label = labelIn(zone, normalName(params.name) ?? '')
    const row = label === undefined ? undefined : await findName(store, zone, label)
    if (row === undefined) throw new RouteFault('NAME_NOT_FOUND')
    return toProfile(row)
  })

  mountProjectRoute(app, getProfilesOfAddress, deps, async ({ params }) => {
    const { registry } = names
    if (registry === undefined) return []
    const rows = await findNamesOf(store, registry.zone, params.address.toLowerCase())
    return rows.map((row, index) => ({
      ...toProfile(row),
      primary: index === 0 && isNamed(row),
      received: !isNamed(row),
    }))
  })

  mountProjectRoute(app, getNameZone, deps, () => {
    const { registry } = names
    if (registry === undefined) return { zone: null }
    const { zone, reader, namesPerAccount } = registry
    return {
      zone: {
        name: zone,
        operator: operator ?? null,
        chain: reader?.chain ?? null,
        names_per_account: namesPerAccount,
      },
    }
  })

  mountProjectRoute(app, getNameSuggestions, deps, ({ params, query }) => {
    const { zone } = registryOf()
    if (query.zone !== undefined && query.zone !== zone) throw new RouteFault('NAME_NOT_FOUND')
    const label = normalName(params.name)
    const reasons = label === undefined ? [noName] : refusalsOf(label)
    if (label === undefined || reasons.length > 0) throw new RouteFault('NAME_INVALID', { reasons })
    return suggestNames(store, { zone, label })
  })

  mountProjectRoute(app, getNameNonce, deps, (_request, project) => {
    const { zone, nonces } = registryOf()
    return { ...nonces.issue(project.id), domain: zone }
  })

  mountProjectRoute(app, postProfile, deps, async ({ body }, project, c) => {
    const registry = registryOf()
    await take(registrations, c)
    const row = await registerName(registry, project.id, body)
    return toProfile(row)
  })

  mountProjectRoute(app, putProfile, deps, async ({ params, body }, project, c) => {
    const registry = registryOf()
    await take(registrations, c)
    const row = await changeName(registry, project.id, { name: params.name, body })
    return { profile: row === undefined ? null : toProfile(row) }
  })

  // Any page and any library may ask: the gateway's answers are public on the chain.
  const answer = async (c: AppContext, lookup: { sender: string; data: string }) => {
    await take(lookups, c)
    const data = await names.gateway?.answer({ sender: lookup.sender as Address, data: lookup.data as Hex })
    if (data === undefined) throw new RouteFault('NAME_NOT_FOUND')
    return { data }
  }
  for (const path of ['/v1/names/ccip', '/v1/names/ccip/*']) {
    app.use(path, async (c, next) => {
      c.header('Access-Control-Allow-Origin', '*')
      await next()
    })
  }
  app.options('/v1/names/ccip', c => {
    c.header('Access-Control-Allow-Methods', 'POST')
    c.header('Access-Control-Allow-Headers', 'Content-Type')
    c.header('Access-Control-Max-Age', '600')
    return c.body(null, 204)
  })
  mountRoute(app, getNameLookup, deps, ({ params }, c) => answer(c, params))
  mountRoute(app, postNameLookup, deps, ({ body }, c) => answer(c, body))

  async function take(limiter: RateLimiter, c: AppContext): Promise<void> {
    const wait = await limiter(clientAddress(c), 1)
    if (wait > 0) throw new RouteFault('APKT010', { retryAfter: wait })
  }
}

/** A library asks twice for a name and its address; a page of names asks for many. */
const lookupRate = { perSecond: 20, burst: 200 }

const noName = { name: 'name', description: 'A name has letters, digits and hyphens only' }
