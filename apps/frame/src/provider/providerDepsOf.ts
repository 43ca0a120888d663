import { oneOf } from 'latchkey/oneof'
import type { Frame } from '../frame.ts'
import { locksOf } from '../store/locksOf.ts'
import { createBalances } from './createBalances.ts'
import { createNames } from './createNames.ts'
import { createPrices } from './createPrices.ts'
import type { ProviderDeps } from './deps.ts'
import { nodesOf } from './nodesOf.ts'
import { createPaymasters } from './operation/paymasters.ts'
import { providerPlace } from './providerPlace.ts'
import { smartNetworksOf } from './smartNetworksOf.ts'

/** What the provider of the page around works with, and what changes the account itself. */
export function providerDepsOf(frame: Frame): ProviderDeps {
  const place = oneOf(frame, providerPlace)
  place.deps ??= open(frame)
  return place.deps
}

function open(frame: Frame): ProviderDeps {
  const { host, site, store, screens, page } = frame
  const asked = {
    services: site.services,
    projectId: site.projectId,
    fetch: ((...given) => fetch(...given)) as typeof fetch,
  }
  const wait = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))
  return {
    host,
    login: async () => frame.login?.(),
    nodes: nodesOf(frame),
    balances: createBalances({ ...asked, now: () => performance.now() }),
    show: approval => screens.show('APPROVE', approval),
    store,
    ...(site.contracts && { contracts: site.contracts }),
    ...(site.networks && { described: site.networks }),
    ...(site.payee && { payee: site.payee }),
    prices: createPrices(asked),
    names: createNames(asked),
    smartNetworks: smartNetworksOf(frame),
    paymasters: createPaymasters(asked),
    services: asked,
    networks: () => page.dapp.chains,
    emit: frame.emit,
    clock: {
      now: () => Date.now(),
      wait,
      after(milliseconds, run) {
        const timer = setTimeout(run, milliseconds)
        return () => clearTimeout(timer)
      },
    },
    locks: locksOf(frame),
  }
}
