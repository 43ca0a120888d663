/**
 * Contracts that act for accounts on a signature alone, each at one address on every network, in lower case. Sources:
 * entry points by the constants of viem (0.6 to 0.9); Safe's modules by safe-modules-deployments and by their CREATE2
 * addresses; MetaMask's DelegationManager 1.3.0 by its delegation framework's list of deployments.
 */
export const accountContracts = {
  entryPoint06: '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  entryPoint07: '0x0000000071727de22e5e9d8baf0edac6f37da032',
  entryPoint08: '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
  entryPoint09: '0x433709009b8330fda32311df1c2afa402ed8d009',
  safe4337Module02: '0xa581c4a4db7175302464ff3c06380bc3270b4037',
  safe4337Module03: '0x75cf11467937ce3f2f357ce24ffc3dbf8fd5c226',
  safeModuleSetup: '0x2dd68b007b46fbe91b9a7c3eda5a7a1063cb5b47',
  delegationManager: '0xdb9b1e94b5b69df7e401ddbede43491141047db3',
} as const
