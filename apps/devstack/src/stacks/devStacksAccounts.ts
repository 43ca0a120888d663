/** The accounts of the simulated wallet of `latchkey-testing`, on test networks. Their keys are 32 ones, twos and threes: for tests only. */
export const devStacksAccounts: readonly string[] = [
  'ST1WV0048ERKB55592H81MK6J4TTRP8TSGE8VSTHJ',
  'ST3NW1VGB5AWYG9VTC062A53NW8N34GD1R487DK2N',
  'ST10QTJZ91MTKCCK7Q3SAZBY9AC8H3H0TWKH6JV5P',
]

/** Micro-STX that each of them starts with: 10,000 STX. */
export const devStacksBalance = 10_000_000_000n
