/** Words of FundWallet. */
export const fundTexts = {
  'fund.ways': 'Ways to fund',
  'fund.receive': 'Receive',
  'fund.receiveDetail': 'Show your address and its QR code',
  'fund.swap': 'Swap',
  'fund.swapDetail': 'Turn another token into {token}',
  'fund.none': 'There is no way to add funds here',
  'fund.noneHint': 'Send to your address from another wallet or an exchange.',
} as const
