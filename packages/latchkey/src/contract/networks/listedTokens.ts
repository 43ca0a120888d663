import type { CaipNetworkId } from '../caip.ts'

/** A token that is on our own list: its symbol, name, address with checksum, and decimals. */
export type ListedToken = readonly [symbol: string, name: string, address: `0x${string}`, decimals: number]

/** The same of a network without EVM chain id: symbol, name, the token's address as its namespace writes it, and decimals. */
export type ListedMint = readonly [symbol: string, name: string, address: string, decimals: number]

const opWeth: ListedToken = ['WETH', 'Wrapped Ether', '0x4200000000000000000000000000000000000006', 18]

/**
 * A few widely held tokens of each EVM network, by its chain id, from their issuers' own pages. Operators add more with
 * TOKEN_LISTS.
 */
export const listedTokens: Readonly<Record<number, readonly ListedToken[]>> = {
  1: [
    ['USDC', 'USD Coin', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6],
    ['USDT', 'Tether USD', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6],
    ['DAI', 'Dai Stablecoin', '0x6B175474E89094C44Da98b954EedeAC495271d0F', 18],
    ['WETH', 'Wrapped Ether', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 18],
    ['WBTC', 'Wrapped BTC', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 8],
    ['stETH', 'Lido Staked Ether', '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84', 18],
    ['wstETH', 'Wrapped Lido Staked Ether', '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0', 18],
    ['LINK', 'Chainlink', '0x514910771AF9Ca656af840dff83E8264EcF986CA', 18],
    ['UNI', 'Uniswap', '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984', 18],
    ['AAVE', 'Aave', '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9', 18],
    ['ENS', 'Ethereum Name Service', '0xC18360217D8F7Ab5e7c516566761Ea12Ce7F9D72', 18],
    ['LDO', 'Lido DAO', '0x5A98FcBEA516Cf06857215779Fd812CA3beF1B32', 18],
    ['MKR', 'Maker', '0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2', 18],
    ['SHIB', 'Shiba Inu', '0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE', 18],
    ['PEPE', 'Pepe', '0x6982508145454Ce325dDbE47a25d4ec3d2311933', 18],
  ],
  10: [
    opWeth,
    ['USDC', 'USD Coin', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', 6],
    ['USDT', 'Tether USD', '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58', 6],
    ['DAI', 'Dai Stablecoin', '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', 18],
    ['OP', 'Optimism', '0x4200000000000000000000000000000000000042', 18],
    ['WBTC', 'Wrapped BTC', '0x68f180fcCe6836688e9084f035309E29Bf0A2095', 8],
  ],
  25: [
    ['WCRO', 'Wrapped CRO', '0x5C7F8A570d578ED84E63fdFA7b1eE72dEae1AE23', 18],
    ['USDC', 'USD Coin', '0xc21223249CA28397B4B6541dfFaEcC539BfF0c59', 6],
  ],
  56: [
    ['WBNB', 'Wrapped BNB', '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', 18],
    ['USDT', 'Tether USD', '0x55d398326f99059fF775485246999027B3197955', 18],
    ['USDC', 'USD Coin', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 18],
    ['ETH', 'Ether (Binance-Peg)', '0x2170Ed0880ac9A755fd29B2688956BD959F933F8', 18],
    ['CAKE', 'PancakeSwap', '0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82', 18],
  ],
  100: [
    ['WXDAI', 'Wrapped xDAI', '0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d', 18],
    ['GNO', 'Gnosis', '0x9C58BAcC331c9aa871AFD802DB6379a98e80CEdb', 18],
    ['USDC', 'USD Coin', '0xDDAfbb505ad214D7b80b1f830fcCc89B60fb7A83', 6],
  ],
  130: [opWeth, ['USDC', 'USD Coin', '0x078D782b760474a361dDA0AF3839290b0EF57AD6', 6]],
  137: [
    ['WPOL', 'Wrapped POL', '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270', 18],
    ['USDC', 'USD Coin', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 6],
    ['USDC.e', 'USD Coin (bridged)', '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174', 6],
    ['USDT', 'Tether USD', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 6],
    ['DAI', 'Dai Stablecoin', '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063', 18],
    ['WETH', 'Wrapped Ether', '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619', 18],
  ],
  146: [
    ['wS', 'Wrapped Sonic', '0x039e2fB66102314Ce7b64Ce5Ce3E5183bc94aD38', 18],
    ['USDC', 'USD Coin', '0x29219dd400f2Bf60E5a23d13Be72B486D4038894', 6],
  ],
  324: [
    ['WETH', 'Wrapped Ether', '0x5AEa5775959fBC2557Cc8789bC1bf90A239D9a91', 18],
    ['USDC', 'USD Coin', '0x1d17CBcF0D6D143135aE902365D2E5e2A16538D4', 6],
  ],
  480: [opWeth, ['WLD', 'Worldcoin', '0x2cFc85d8E48F8EAB294be644d9E25C3030863003', 18]],
  1284: [['WGLMR', 'Wrapped GLMR', '0xAcc15dC74880C9944775448304B263D191c6077F', 18]],
  5000: [['WMNT', 'Wrapped Mantle', '0x78c1b0C915c4FAA5FffA6CAbf0219DA63d7f4cb8', 18]],
  8453: [
    opWeth,
    ['USDC', 'USD Coin', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 6],
    ['cbBTC', 'Coinbase Wrapped BTC', '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 8],
    ['DAI', 'Dai Stablecoin', '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb', 18],
  ],
  42161: [
    ['WETH', 'Wrapped Ether', '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1', 18],
    ['USDC', 'USD Coin', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 6],
    ['USDT', 'Tether USD', '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9', 6],
    ['DAI', 'Dai Stablecoin', '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1', 18],
    ['ARB', 'Arbitrum', '0x912CE59144191C1204E64559FE8253a0e49E6548', 18],
    ['WBTC', 'Wrapped BTC', '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f', 8],
  ],
  42220: [
    ['cUSD', 'Celo Dollar', '0x765DE816845861e75A25fCA122bb6898B8B1282a', 18],
    ['USDC', 'USD Coin', '0xcebA9300f2b948710d2653dD7B07f33A8B32118C', 6],
  ],
  43114: [
    ['WAVAX', 'Wrapped AVAX', '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7', 18],
    ['USDC', 'USD Coin', '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 6],
    ['USDT', 'Tether USD', '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7', 6],
  ],
  59144: [
    ['WETH', 'Wrapped Ether', '0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f', 18],
    ['USDC', 'USD Coin', '0x176211869cA2b568f2A7D4EE941E073a821EE1ff', 6],
  ],
  81457: [
    ['WETH', 'Wrapped Ether', '0x4300000000000000000000000000000000000004', 18],
    ['USDB', 'USDB', '0x4300000000000000000000000000000000000003', 18],
  ],
  534352: [
    ['WETH', 'Wrapped Ether', '0x5300000000000000000000000000000000000004', 18],
    ['USDC', 'USD Coin', '0x06eFdBFf2a14a7c8E15944D1F4A48F9F95F663A4', 6],
  ],
  7777777: [opWeth],
}

/** A few widely held tokens of other networks, from their issuers' own pages. */
export const listedMints: Readonly<Record<CaipNetworkId, readonly ListedMint[]>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': [
    ['WSOL', 'Wrapped SOL', 'So11111111111111111111111111111111111111112', 9],
    ['USDC', 'USD Coin', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 6],
    ['USDT', 'Tether USD', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 6],
    ['PYUSD', 'PayPal USD', '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo', 6],
  ],
}
