import { expect, it } from 'vitest'
import { walletIdOf } from './walletIdOf.ts'

it.each([
  [{ name: 'MetaMask', rdns: 'io.metamask' }, 'rdns:io.metamask'],
  [{ name: 'MetaMask', rdns: 'IO.MetaMask' }, 'rdns:io.metamask'],
  [{ name: 'Phantom' }, 'std:Phantom'],
  [{ name: 'phantom' }, 'std:phantom'],
])('%j is %s (DECISIONS C7)', (info, expected) => expect(walletIdOf({ info })).toBe(expected))
