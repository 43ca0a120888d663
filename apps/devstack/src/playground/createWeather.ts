import { developmentSecret } from '@latchkey/server'
import { type PaidRoute, requirePayment } from 'latchkey/server'
import { devAccounts } from '../chains/devAccounts.ts'
import { devContracts } from '../contracts/contractPlan.ts'
import type { DevstackDescription } from '../stack/locateDevstack.ts'

/** Where the money goes: a public test account stands in for the shop's own. */
const till = devAccounts[9]?.address ?? ''

/** Makes the shop's weather, a request that costs 0.01 USDC on the first of the local chains (HTTP 402). */
export function createWeather(describe: () => DevstackDescription): PaidRoute {
  let made: PaidRoute | undefined
  return {
    handle(request) {
      const { services, projectId, chains } = describe()
      // The address of the services is known when a request comes; payments that wait for their block are the route's own.
      made ??= requirePayment(
        {
          ...{ endpoint: services, projectId, secret: developmentSecret },
          description: 'The weather at the harbour for one day',
          price: {
            network: chains[0]?.caipNetworkId ?? 'eip155:31337',
            ...{ asset: devContracts.usdc, amount: '10000', payTo: till },
            ...{ name: 'USD Coin', version: '1' },
          },
        },
        () => Response.json({ harbour: 'Fernweh', wind: 'north, 5', sea: 'slight' }),
      )
      return made.handle(request)
    },
  }
}
