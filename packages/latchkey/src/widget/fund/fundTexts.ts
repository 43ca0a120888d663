/** Words of FundWallet. */
export const fundTexts = {
  'fund.ways': 'Ways to fund',
  'fund.buy': 'Buy',
  'fund.buyDetail': 'Pay with a card or a bank account',
  'fund.exchange': 'Deposit from exchange',
  'fund.exchangeDetail': 'Send from an account you have there',
  'fund.failed': 'There may be more ways',
  'fund.failedHint': 'The services did not answer.',
  'fund.retry': 'Try again',
  'fund.receive': 'Receive',
  'fund.receiveDetail': 'Show your address and its QR code',
  'fund.swap': 'Swap',
  'fund.swapDetail': 'Turn another token into {token}',
  'fund.none': 'There is no way to add funds here',
  'fund.noneHint': 'Send to your address from another wallet or an exchange.',
} as const
