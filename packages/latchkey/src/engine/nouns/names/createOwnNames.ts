import { isUnsupportedNetwork } from '../../../contract/isUnsupportedNetwork.ts'
import { limits } from '../../../contract/limits.ts'
import { getNameZone, type NameZone } from '../../../contract/nameZone.ts'
import { getProfilesOfAddress } from '../../../contract/profile.ts'
import { accountResource, type ReadOptions } from '../../base/accountResource.ts'
import { deriveMachine } from '../../base/deriveMachine.ts'
import { factsOf } from '../../base/factsOf.ts'
import { type PageSight, pageSight } from '../../base/pageSight.ts'
import type { ResourceEntry } from '../../base/resourceTransition.ts'
import type { EngineContext } from '../../context.ts'
import { type ActiveAccount, activeAccount } from '../accounts/activeAccount.ts'
import { isLabel, labelIn } from './labelIn.ts'
import { nameFault } from './nameFault.ts'
import type { AccountNames, OwnName, OwnNames, OwnNamesState } from './ownNames.ts'

/** What names need of an engine. */
export type OwnNamesContext = Pick<EngineContext, 'clock' | 'connections' | 'api' | 'signal' | 'isInPage'> & {
  readonly config: Pick<EngineContext['config'], 'adapters' | 'networks' | 'endpoints' | 'basic'>
}

interface Read {
  readonly zone?: NameZone
  readonly names: readonly OwnName[]
}

/** The names of one engine's accounts. */
export function createOwnNames(ctx: OwnNamesContext, sight: PageSight = pageSight()): OwnNames {
  const resource = accountResource<ActiveAccount, Read, Read>(ctx, {
    subject: () => (ctx.config.basic ? undefined : activeAccount(ctx)),
    read,
    join: (_, answer) => answer,
    fresh: limits.nameCache,
    retryGap: limits.balanceRetryGap,
    sight,
  })
  const shown = new WeakMap<ResourceEntry<Read>, AccountNames>()
  const machine = deriveMachine([resource.machine], (): OwnNamesState => {
    const { entries } = resource.machine.getState()
    return Object.fromEntries(Object.entries(entries).map(([account, entry]) => [account, namesOf(entry)]))
  })

  /** The same object while nothing of it changed. */
  function namesOf(entry: ResourceEntry<Read>): AccountNames {
    const known = shown.get(entry) ?? toAccountNames(entry)
    shown.set(entry, known)
    return known
  }

  async function read(account: ActiveAccount, { signal }: ReadOptions): Promise<Read> {
    const { config } = ctx
    const { address, network, namespace } = account
    const isNamed = factsOf(config, namespace).names !== undefined && !network.testnet
    if (!isNamed || !config.endpoints?.api || isUnsupportedNetwork(network)) return { names: [] }
    const api = await ctx.api()
    if (!(await api.supported(network.caipNetworkId))) return { names: [] }
    try {
      const [{ zone }, profiles] = await Promise.all([
        api.call(getNameZone, { signal }),
        api.call(getProfilesOfAddress, { params: { address }, query: { sender: address }, signal }),
      ])
      if (zone === null) return { names: [] }
      const names = profiles
        // Only what the zone can hold is shown, and offered to be signed for (T67).
        .filter(({ name }) => isLabel(labelIn(zone.name, name)))
        .map(({ name, primary = false, received = false, attributes }) => ({
          name,
          isPrimary: primary,
          isReceived: received,
          records: attributes,
        }))
      return { zone, names }
    } catch (cause) {
      throw nameFault('NAME_LOOKUP_FAILED', cause)
    }
  }

  return {
    machine,
    async refresh({ force = false } = {}) {
      await resource.refresh({ force })
    },
    watch: resource.watch,
  }
}

function toAccountNames({ data, reading, failed }: ResourceEntry<Read>): AccountNames {
  const { zone, names = [] } = data ?? {}
  return {
    phase: reading ? (data ? 'ready' : 'loading') : failed ? 'failed' : data ? 'ready' : 'loading',
    names,
    ...(zone && { zone }),
  }
}
