import { randomHex } from '../core/random.ts'
import { postByFetch } from '../evm/createRpc.ts'
import { resolveWalletOptions } from '../evm/walletOptions.ts'
import { announceHostile } from '../hostile/announceHostile.ts'
import { createPageWallet } from './createPageWallet.ts'
import {
  createRemoteControl,
  type EvaluatesInPage,
  type RemoteBitcoinControl,
  type RemoteControl,
  type RemoteCosmosControl,
  type RemoteSolanaControl,
  type RemoteStacksControl,
} from './createRemoteControl.ts'
import type {
  AnyPageWallet,
  PageBitcoinWalletOptions,
  PageConfig,
  PageCosmosWalletOptions,
  PageMessage,
  PagePolkadotWalletOptions,
  PageSolanaWalletOptions,
  PageStacksWalletOptions,
  PageSuiWalletOptions,
} from './pageConfig.ts'

/** The part of Playwright's `Page` or `BrowserContext` that installs wallets. */
export interface TakesWallets {
  addInitScript(script: { readonly content: string }): Promise<unknown>
  exposeBinding(name: string, callback: (source: unknown, payload: string) => unknown): Promise<unknown>
  /** A page has it. */
  evaluate?(script: string): Promise<unknown>
  /** A context has it. */
  pages?(): readonly EvaluatesInPage[]
}

/** How wallets are put into pages. */
export interface InstallOptions {
  /** Hostile announcements to make as well, by their ids. */
  readonly hostile?: readonly string[]
  /** Whether wallets are also put into frames: `all`, or only the `top` document; `top` unless set. */
  readonly frames?: 'top' | 'all'
  /**
   * Where wallets reach their nodes from: `node`, so that the page's network log and policy do not see it,
   * as with an extension, or `page`; `node` unless set.
   */
  readonly rpc?: 'node' | 'page'
}

/** A wallet inside pages, controlled from outside. */
export interface RemoteWallet {
  /** The wallet's name on `window.__latchkeyWallets`. */
  readonly key: string
  readonly control: RemoteControl
}

/** A wallet of Solana, Sui or Polkadot inside pages, controlled from outside. */
export interface RemoteSolanaWallet {
  /** The wallet's name on `window.__latchkeyWallets`: its namespace, a colon and its name. */
  readonly key: string
  readonly control: RemoteSolanaControl
}

/** A Bitcoin wallet inside pages, controlled from outside. */
export interface RemoteBitcoinWallet {
  /** The wallet's name on `window.__latchkeyWallets`: `bip122:` and its name, or its shape. */
  readonly key: string
  readonly control: RemoteBitcoinControl
}

/** A Cosmos wallet inside pages, controlled from outside. */
export interface RemoteCosmosWallet {
  /** The wallet's name on `window.__latchkeyWallets`: `cosmos:` and its name. */
  readonly key: string
  readonly control: RemoteCosmosControl
}

/** A Stacks wallet inside pages, controlled from outside. */
export interface RemoteStacksWallet {
  /** The wallet's name on `window.__latchkeyWallets`: `stacks:` and its name. */
  readonly key: string
  readonly control: RemoteStacksControl
}

/** What each kind of options becomes. */
type RemoteOf<Options extends AnyPageWallet> = Options extends
  | PageSolanaWalletOptions
  | PageSuiWalletOptions
  | PagePolkadotWalletOptions
  ? RemoteSolanaWallet
  : Options extends PageBitcoinWalletOptions
    ? RemoteBitcoinWallet
    : Options extends PageCosmosWalletOptions
      ? RemoteCosmosWallet
      : Options extends PageStacksWalletOptions
        ? RemoteStacksWallet
        : RemoteWallet

/** The wallets of options, in their order. */
type Installed<Wallets extends readonly AnyPageWallet[]> = {
  readonly [Index in keyof Wallets]: RemoteOf<Wallets[Index]>
}

/**
 * Puts simulated wallets into a Playwright page, or into all pages of a context, from the next navigation on.
 * @throws TypeError for an option that cannot be used.
 */
export async function installWallets<const Wallets extends readonly AnyPageWallet[]>(
  target: TakesWallets,
  wallets: Wallets,
  options: InstallOptions = {},
): Promise<Installed<Wallets>> {
  const keyed = wallets.map((wallet, index) => {
    const earlier = wallets.slice(0, index).filter(other => keyOf(other) === keyOf(wallet)).length
    const key = earlier === 0 ? keyOf(wallet) : `${keyOf(wallet)}#${earlier + 1}`
    if ('namespace' in wallet) return { key, options: wallet }
    // Each page that opens would derive the addresses anew.
    const { accounts } = resolveWalletOptions(wallet)
    return { key, options: { ...wallet, accounts } }
  })
  refuseUnusable(keyed, options.hostile)
  const remotes = new Map(
    keyed.map(({ key }) => [key, createRemoteControl({ key, page: () => openPage(target) })] as const),
  )
  const binding = `__latchkey_${randomHex(8).slice(2)}`
  const config: PageConfig = {
    wallets: keyed,
    hostile: options.hostile ?? [],
    binding,
    nodeRpc: options.rpc !== 'page',
    allFrames: options.frames === 'all',
  }

  await target.exposeBinding(binding, async (_source, payload) => {
    const message = JSON.parse(payload) as PageMessage
    if (message.type === 'post') return postByFetch(message.url, message.body)
    return JSON.stringify(remotes.get(message.key)?.opened(message.blank) ?? [])
  })
  // Imported here and not above: it reads or bundles the script, which other entry points do not need.
  const { pageScript } = await import('./pageScript.ts')
  const argument = JSON.stringify(config).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  await target.addInitScript({
    content: `(() => {${pageScript}\nlatchkeyPage.installInPage(${argument})})()`,
  })

  const installed = [...remotes].map(([key, { control }]) => Object.freeze({ key, control }))
  return installed as unknown as Installed<Wallets>
}

function keyOf(wallet: AnyPageWallet): string {
  if (!('namespace' in wallet)) return wallet.rdns
  return `${wallet.namespace}:${wallet.namespace === 'bip122' ? (wallet.name ?? wallet.shape) : wallet.name}`
}

/** Made once out here: inside the page a fault is a line in its console, and the test goes on without what it is about. */
function refuseUnusable(
  wallets: readonly { readonly options: AnyPageWallet }[],
  hostile: readonly string[] = [],
): void {
  for (const { options } of wallets)
    createPageWallet(options, { target: new EventTarget(), memory: false }).stop()
  announceHostile({ ids: hostile, target: new EventTarget() })()
}

/** The remote control of a wallet that the page itself has made with `expose: key`. */
export function remoteWallet(page: EvaluatesInPage, key: string): RemoteWallet {
  return { key, control: createRemoteControl({ key, page: () => page }).control }
}

/** The same of a Solana wallet. */
export function remoteSolanaWallet(page: EvaluatesInPage, key: string): RemoteSolanaWallet {
  return { key, control: createRemoteControl({ key, page: () => page }).solana }
}

function openPage(target: TakesWallets): EvaluatesInPage | undefined {
  if (target.pages !== undefined) return target.pages().at(-1)
  const { evaluate } = target
  return evaluate === undefined ? undefined : { evaluate: script => evaluate.call(target, script) }
}
