import { expect } from '@playwright/test'
import { formatRouteUrl, getSmartAccounts, readRouteAnswer } from 'latchkey/services'
import type { Address } from 'viem'
import { logInByEmail, openAskingAccount } from './embeddedWallet.ts'
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
  /** Uses the plain account from now on. Of a wallet that holds something and that nothing protects, Account asks first. */
  takePlain(): Promise<void>
}

/** Logs in by email to a new wallet, which uses its smart account. */
export async function logInWithSmartAccount(shop: Shop, email: string): Promise<SmartVisitor> {
  await needSmartAccounts()
  await shop.goto({ login: 'on', account: 'wallet' })
  await logInByEmail(shop, email)
  const inUse = () => shop.state(({ accounts }) => accounts.eip155?.address as Address)
  const type = () => shop.state(({ accounts }) => accounts.eip155?.user?.accountType)
  expect(await type()).toBe('smartAccount')
  const address = await inUse()
  const plain = await shop.state(
    ({ accounts }) => accounts.eip155?.allAccounts.find(({ type }) => type === 'eoa')?.address as Address,
  )
  return {
    address,
    plain,
    async takePlain() {
      await openAskingAccount(shop)
      await shop.switchAccountType()
      await expect.poll(type).toBe('eoa')
      await shop.button('Close').click()
      await expect(shop.dialog).toBeHidden()
      expect(await inUse()).toBe(plain)
    },
  }
}
