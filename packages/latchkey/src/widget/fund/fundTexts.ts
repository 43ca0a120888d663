/** Words of FundWallet. */
export const fundTexts = {
  'fund.ways': 'Ways to fund',
  'fund.buy': 'Buy',
  'fund.buyDetail': 'Pay with a card or a bank account',
  'fund.exchange': 'Deposit from exchange',
  'fund.exchangeDetail': 'Send from your exchange account',
  'fund.failed': 'Some options didn’t load',
  'fund.failedHint': 'The services didn’t answer.',
  'fund.retry': 'Try again',
  'fund.receive': 'Receive',
  'fund.receiveDetail': 'Show your address and its QR code',
  'fund.swap': 'Swap',
  'fund.swapDetail': 'Swap another token for {token}',
  'fund.none': 'You can’t add funds here',
  'fund.noneHint': 'Send to your address from another wallet or an exchange.',
} as const
