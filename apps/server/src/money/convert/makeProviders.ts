import type { Clock } from '../../core/http/appTypes.ts'
import type { ChainBook } from '../../data/chains/createChainBook.ts'
import type { ReadTokenFacts } from '../../data/chains/createTokenFacts.ts'
import type { RpcProxy } from '../../data/rpc/createRpcProxy.ts'
import type { ConvertProvider } from './convertProvider.ts'
import type { ReadGasPrices } from './createGasPrices.ts'
import { createPools } from './pools/createPools.ts'
import { makeJupiter } from './providers/jupiter/makeJupiter.ts'
import { makeLifi } from './providers/lifi/makeLifi.ts'
import { makeZeroX } from './providers/zerox/makeZeroX.ts'
import type { ConvertSettings } from './readConvertSettings.ts'

/** What providers are made of. */
export interface ProviderParts {
  readonly settings: ConvertSettings
  readonly book: ChainBook
  readonly proxy: Pick<RpcProxy, 'call'>
  /** Symbol and decimals by the chain itself, of listed tokens too. */
  readonly tokenFacts: ReadTokenFacts
  readonly gasPrices: ReadGasPrices
  /** Monotonic milliseconds. */
  readonly clock: Clock
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Creates a provider; undefined where the settings do not ask for it. */
export type MakeProvider = (parts: ProviderParts) => ConvertProvider | undefined

/** Every provider that there is: a new one is a file and a line here. */
const known: readonly MakeProvider[] = [createPools, makeZeroX, makeLifi, makeJupiter]

/** The providers that the settings ask for. */
export function makeProviders(parts: ProviderParts): readonly ConvertProvider[] {
  return known.flatMap(make => make(parts) ?? [])
}
