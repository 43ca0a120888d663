import type { ResolvedBitcoinOptions } from './bitcoinOptions.ts'
import type { SimulatedBitcoinProvider } from './createBitcoinProvider.ts'

type Bag = Record<string, unknown>

/** Where a wallet is in a page. */
export interface BitcoinPlace {
  /** Puts the provider on `window`, and an entry in each registry. */
  announce(): void
  /** Takes both away. */
  leave(): void
}

/** Makes the place of a wallet in a page; `target` is its `window`. */
export function createBitcoinPlace(
  target: object | undefined,
  {
    options,
    icon,
    provider,
    methods,
  }: {
    readonly options: ResolvedBitcoinOptions
    readonly icon: string
    readonly provider: SimulatedBitcoinProvider
    readonly methods: readonly string[]
  },
): BitcoinPlace {
  const entry = Object.freeze({
    id: options.path,
    name: options.name,
    icon,
    webUrl: 'https://example.org',
    methods,
  })
  const names = options.path.split('.')
  const last = names.at(-1) ?? options.path
  /** What holds the provider; its parts are made where there are none. */
  const holder = (): Bag | undefined =>
    names.slice(0, -1).reduce<Bag | undefined>(
      (bag, name) => {
        if (bag) bag[name] ??= {}
        return bag?.[name] as Bag | undefined
      },
      target as Bag | undefined,
    )

  return {
    announce() {
      const own = holder()
      if (own) own[last] = provider
      for (const registry of options.registries) {
        const bag = target as Bag | undefined
        if (!bag) continue
        bag[registry] ??= []
        const list = bag[registry] as unknown[]
        if (!list.includes(entry)) list.push(entry)
      }
    },
    leave() {
      const own = holder()
      if (own?.[last] === provider) delete own[last]
      for (const registry of options.registries) {
        const list = (target as Bag | undefined)?.[registry]
        const at = Array.isArray(list) ? list.indexOf(entry) : -1
        if (at >= 0) (list as unknown[]).splice(at, 1)
      }
    },
  }
}
