// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// What an account delegates to (EIP-7702): it vouches for what its own key signed, wrapped so that only a contract reads it.
contract DevDelegate {
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 66 || signature[0] != 0x01) return 0xffffffff;
        address signer = ecrecover(
            hash, uint8(signature[65]), bytes32(signature[1:33]), bytes32(signature[33:65])
        );
        return signer == address(this) ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
