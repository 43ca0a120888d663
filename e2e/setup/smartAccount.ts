import { expect, type Page } from '@playwright/test'
import { formatRouteUrl, getSmartAccounts, readRouteAnswer } from 'latchkey/services'
import type { Address } from 'viem'
import { logInByEmail } from './embeddedWallet.ts'
import { needBundler } from './needBundler.ts'
import type { Shop } from './Shop.ts'
import { readStack } from './stack.ts'

/** Waits until the services say that the first chain carries smart accounts. Returns the bundler's address. */
export async function needSmartAccounts(): Promise<string> {
  const bundler = await needBundler()
  const { services, shop, loginProjectId } = readStack()
  const url = formatRouteUrl(services, getSmartAccounts, { query: { projectId: loginProjectId } } as never)
  const networks = async () => {
    const answer = await fetch(url, { headers: { origin: new URL(shop).origin } })
    return answer.ok ? readRouteAnswer(getSmartAccounts, await answer.json())?.networks : undefined
  }
  await expect.poll(networks).toContainEqual(expect.objectContaining({ chainId: 'eip155:31337', safe: true }))
  return bundler
}

/** A visitor with both accounts, the smart one in use. */
export interface SmartVisitor {
  readonly address: Address
  readonly plain: Address
  /** Uses the other account, or this one again. */
  take(type: 'eoa' | 'smartAccount'): Promise<void>
}

/** Logs in by email and takes the smart account. */
export async function logInWithSmartAccount(shop: Shop, email: string): Promise<SmartVisitor> {
  await needSmartAccounts()
  const prefer = await preferring(shop.page)
  await shop.goto({ login: 'on' })
  await logInByEmail(shop, email)
  const inUse = () => shop.state(({ accounts }) => accounts.eip155?.address as Address)
  async function swap(type: 'eoa' | 'smartAccount'): Promise<Address> {
    const before = await inUse()
    await prefer(type)
    await expect.poll(inUse).not.toBe(before)
    return inUse()
  }
  const plain = await inUse()
  const address = await swap('smartAccount')
  return { address, plain, take: async type => void (await swap(type)) }
}

/** Asks the wallet for a type of account as the widget does, over its port. Before the page is opened. */
async function preferring(page: Page): Promise<(type: 'eoa' | 'smartAccount') => Promise<void>> {
  await page.addInitScript(() => {
    if (window !== top) return
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (message, options) {
      postMessage.call(this, message, options as StructuredSerializeOptions)
      if (!String(message?.type).startsWith('@latchkey-app/')) return
      const prefer = (type: string) =>
        postMessage.call(this, {
          type: '@latchkey-app/SET_PREFERRED_ACCOUNT',
          id: crypto.randomUUID(),
          payload: { type, chainId: 'eip155:31337' },
        })
      Object.assign(window, { prefer })
    }
  })
  return type =>
    page.evaluate(type => (window as unknown as { prefer(type: string): void }).prefer(type), type)
}
