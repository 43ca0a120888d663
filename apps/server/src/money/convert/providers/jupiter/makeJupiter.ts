import { createProviderClient } from '../../createProviderClient.ts'
import type { MakeProvider } from '../../makeProviders.ts'
import { createJupiter } from './createJupiter.ts'

/** Jupiter, where it has a key: its API answers nothing without one. */
export const makeJupiter: MakeProvider = ({ settings, book, clock, now }) => {
  const { url, key } = settings.jupiter
  if (key === undefined) return undefined
  return createJupiter({
    ask: createProviderClient({
      url,
      headers: { 'x-api-key': key },
      timeout: settings.timeout,
      clock,
      now,
    }),
    chains: book.served.flatMap(chain => book.find(chain) ?? []),
    now,
  })
}
