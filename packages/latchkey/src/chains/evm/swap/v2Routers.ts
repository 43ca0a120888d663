/**
 * Uniswap's V2 Router02 by chain id, in lower case. It cannot be changed by an owner, and reverts unless the least amount that
 * a call names comes out. Source: `@uniswap/sdk-core` 7.19.4.
 */
export const v2Routers: Readonly<Record<number, `0x${string}`>> = {
  1: '0x7a250d5630b4cf539739df2c5dacb4c659f2488d',
  10: '0x4a7b5da61326a6379179b40d00f57e5bbdc962c2',
  56: '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24',
  130: '0x284f11109359a7e1306c3e447ef14d38400063ff',
  137: '0xedf6066a2b290c185783862c7f4776a2c8077ad1',
  480: '0x541ab7c31a119441ef3575f6973277de0ef460bd',
  8453: '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24',
  42161: '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24',
  43114: '0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24',
  59144: '0x8702463e73f74d0b6765abceb314ef07acb92650',
  81457: '0xbb66eb1c5e875933d44dae661dbd80e5d9b03035',
  84532: '0x1689e7b1f10000ae47ebfe339a4f69decd19f602',
  11155111: '0xee567fe1712faf6149d80da1e6934e354124cfe3',
}
