import { expect, it } from 'vitest'
import { isWalletOf } from './isWalletOf.ts'
import { walletIdOf } from './walletIdOf.ts'

it.each([
  [{ name: 'MetaMask', rdns: 'io.metamask' }, 'rdns:io.metamask'],
  [{ name: 'MetaMask', rdns: 'IO.MetaMask' }, 'rdns:io.metamask'],
  [{ name: 'Phantom' }, 'std:Phantom'],
  [{ name: 'phantom' }, 'std:phantom'],
])('%j is %s (DECISIONS C7)', (info, expected) => expect(walletIdOf({ info })).toBe(expected))

it('a global is known by its path, whatever its listing calls it', () => {
  const found = { info: { name: 'talisman' }, injectedId: 'talisman' }
  expect(walletIdOf(found)).toBe('std:talisman')
  const shown = { name: 'Talisman', injectedId: 'talisman' }
  expect(isWalletOf({ walletId: 'rdns:xyz.talisman', wallet: shown }, found)).toBe(true)
  expect(isWalletOf({ walletId: 'rdns:xyz.talisman', wallet: { name: 'talisman2' } }, found)).toBe(false)
})
