/**
 * A DEVELOPMENT KEY, public with this source: it signs the directory for the project `latchkey-dev` alone, and only
 * where LATCHKEY_DEV is set. Its public key is `developmentDirectoryKey` in the contract, which no other project's
 * client trusts.
 */
export const developmentKey = 'MC4CAQAwBQYDK2VwBCIEIGNfx4SF+MJRAiuKGsdbgMlwCXU3L66egK+9RfIQ0qMp'
