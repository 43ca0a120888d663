import { expect, test } from 'vitest'
import { viewNames } from './views.ts'

// SPEC §2 "Modal views", in its order, its last row split into the three views it names.
const specTable = [
  'Connect',
  'ConnectWallets',
  'Account',
  'Networks',
  'AllWallets',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'ConnectingExternal',
  'ConnectingFarcaster',
  'EmailLogin',
  'UpdateEmailWallet',
  'ProfileWallets',
  'OnRampTokenSelect',
  'OnRampFiatSelect',
  'OnRampProviders',
  'Swap',
  'DataCapture',
  'SIWXSignMessage',
  'ApproveTransaction',
  'RegisterAccountName',
  'RegisterAccountNameSuccess',
  'UnsupportedChain',
  'SwitchNetwork',
  'SwitchActiveChain',
]
// SPEC-NOTES §2 "Further view names for open()".
const further = [
  'WalletSend',
  'WalletSendSelectToken',
  'WalletSendPreview',
  'WalletReceive',
  'FundWallet',
  'ConnectSocials',
  'Downloads',
]
// Ours, since what Account lists needs somewhere to look closer, several calls somewhere to be seen, and a wallet its settings.
const own = [
  'WalletNft',
  'WalletToken',
  'WalletTransaction',
  'WalletSendCalls',
  'WalletSettings',
  'ConnectingSocial',
  'AccountName',
  'AccountNameChange',
  'SwapSelectToken',
  'SwapPreview',
  'OnRampOrder',
  'ExchangeSelect',
  'ExchangeOrder',
  'Pay',
  'PayReview',
  'PayForRequest',
  'WhatIsAWallet',
]

test('the views are SPEC §2’s table and the further names, none renamed', () => {
  expect(viewNames).toEqual([...specTable, ...further, ...own])
})
