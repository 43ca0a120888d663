/** The wallet of a page: announced by EIP-6963, or registered by Wallet Standard. */
export type BenchWallet = 'announced' | 'standard'

/** Runs inside each page before its own scripts: a wallet that answers at once, and the stopwatch. */
export function instrument(wallet: BenchWallet): void {
  const icon = `data:image/svg+xml,${encodeURIComponent("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><path fill='#c60' d='M0 0h1v1H0z'/></svg>")}`
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const provider = {
    async request({ method }: { method: string }) {
      if (method === 'eth_requestAccounts') return ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045']
      if (method === 'eth_accounts') return []
      if (method === 'eth_chainId') return '0x1'
      if (method === 'wallet_requestPermissions') {
        return [
          {
            parentCapability: 'eth_accounts',
            caveats: [
              { type: 'restrictReturnedAccounts', value: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'] },
            ],
          },
        ]
      }
      throw Object.assign(new Error('Not supported'), { code: 4200 })
    },
    on(event: string, listener: (value: unknown) => void) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(listener))
    },
    removeListener: (event: string, listener: (value: unknown) => void) =>
      listeners.get(event)?.delete(listener),
  }
  const detail = Object.freeze({
    info: Object.freeze({ uuid: crypto.randomUUID(), name: 'Bench Wallet', icon, rdns: 'example.bench' }),
    provider,
  })
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  if (wallet === 'announced') addEventListener('eip6963:requestProvider', announce)

  // The key of 32 sevens.
  const address = 'US517G5965aydkZ46HS38QLi7UQiSojurfbQfKCELFx'
  const chains = ['solana:mainnet']
  const account = { address, publicKey: new Uint8Array(32).fill(7), chains, features: ['solana:signMessage'] }
  const standard = {
    version: '1.0.0',
    name: 'Bench Wallet',
    icon,
    chains,
    accounts: [] as unknown[],
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect({ silent = false } = {}) {
          if (!silent) standard.accounts = [account]
          return { accounts: standard.accounts }
        },
      },
      'standard:events': { version: '1.0.0', on: () => () => {} },
      'solana:signMessage': {
        version: '1.1.0',
        signMessage: () => Promise.reject(new Error('Not supported')),
      },
    },
  }
  const register = (api: { register(wallet: unknown): void }) => api.register(standard)
  if (wallet === 'standard')
    addEventListener('wallet-standard:app-ready', event => register((event as CustomEvent).detail))

  const find = (root: ParentNode, pick: (element: Element) => boolean): Element | undefined => {
    for (const element of root.querySelectorAll('*')) {
      if (pick(element)) return element
      const inner = element.shadowRoot && find(element.shadowRoot, pick)
      if (inner) return inner
    }
    return undefined
  }
  const isShown = (element: Element) => element.getClientRects().length > 0
  const seen: Record<string, () => Element | undefined> = {
    button: () =>
      find(
        document,
        each => each.tagName === 'BUTTON' && each.textContent?.trim() === 'Connect wallet' && isShown(each),
      ),
    row: () =>
      find(
        document,
        each =>
          each.tagName === 'BUTTON' && each.textContent?.includes('Bench Wallet') === true && isShown(each),
      ),
    walletConnect: () =>
      find(
        document,
        each =>
          each.tagName === 'BUTTON' &&
          each.textContent?.includes('Another phone wallet') === true &&
          isShown(each),
      ),
    code: () => find(document, each => each.tagName === 'svg' && each.classList.contains('qr-code')),
    address: () =>
      find(
        document,
        each =>
          each.id === 'address' &&
          (each.textContent?.startsWith('0x') === true || each.textContent === address),
      ),
  }
  // A frame's callbacks run before its paint, and a task posted from there after it: what stands there is in that picture.
  const nextPaint = (what: string) =>
    new Promise<number | undefined>(resolve => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => resolve(performance.now())
      requestAnimationFrame(() => (seen[what]?.() ? channel.port2.postMessage(0) : resolve(undefined)))
    })
  const until = async (what: string): Promise<number> => {
    let at = await nextPaint(what)
    while (at === undefined) at = await nextPaint(what)
    return at
  }
  let timed: Promise<number> = Promise.resolve(0)
  Object.assign(window, {
    bench: {
      usable: until('button'),
      /** From the next click on, until this is painted. */
      arm(what: string) {
        // Compiled before the click, since the page is not to pay for its stopwatch.
        seen[what]?.()
        timed = new Promise(resolve => {
          const start = async (event: Event) => resolve((await until(what)) - event.timeStamp)
          addEventListener('click', start, { once: true, capture: true })
        })
      },
      result: () => timed,
      box(what: string) {
        const { x, y, width, height } = seen[what]?.()?.getBoundingClientRect() ?? new DOMRect()
        return { x: x + width / 2, y: y + height / 2 }
      },
    },
  })
}
