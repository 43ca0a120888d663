// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// What no factory and no account should do to those who ask them (T29).
contract DevHostile {
    uint256 public touched;

    /// Uses up all gas.
    function loop() external pure {
        while (true) {}
    }

    /// Answers, or refuses, with many bytes.
    function flood(uint256 length, bool refuses) external pure {
        assembly ("memory-safe") {
            if refuses { revert(0, length) }
            return(0, length)
        }
    }

    /// Leaves something behind, if it can.
    function touch() external {
        touched += 1;
    }

    /// As an account: says yes with more words than asked, by the first byte of the signature.
    function isValidSignature(bytes32, bytes calldata signature) external pure returns (bytes4) {
        if (signature.length > 0 && signature[0] == 0x01) {
            while (true) {}
        }
        assembly ("memory-safe") {
            // The magic value with something behind it is not the magic value.
            mstore(0, or(shl(224, 0x1626ba7e), 1))
            return(0, 0x10000)
        }
    }
}
