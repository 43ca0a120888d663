// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Whether a contract account vouches for a hash (ERC-1271), also one that is not there yet (ERC-6492): sent as the code of an
/// `eth_call` without a receiver, it answers with one byte and leaves nothing behind. What it calls can use up its gas and
/// nothing else: no answer of a stranger is copied beyond 32 bytes.
contract SignatureValidator {
    bytes32 private constant WRAPPED = 0x6492649264926492649264926492649264926492649264926492649264926492;

    constructor(address signer, bytes32 hash, bytes memory signature) {
        bool valid = isValid(signer, hash, signature);
        assembly ("memory-safe") {
            mstore(0, valid)
            return(31, 1)
        }
    }

    function isValid(address signer, bytes32 hash, bytes memory signature) private returns (bool) {
        if (!isWrapped(signature)) return vouches(signer, hash, signature);
        assembly ("memory-safe") {
            mstore(signature, sub(mload(signature), 32))
        }
        (address factory, bytes memory preparation, bytes memory inner) =
            abi.decode(signature, (address, bytes, bytes));
        // An account that is there is asked as it is now, as its keys may have changed since.
        if (vouches(signer, hash, inner)) return true;
        assembly ("memory-safe") {
            pop(call(gas(), factory, 0, add(preparation, 32), mload(preparation), 0, 0))
        }
        return vouches(signer, hash, inner);
    }

    function isWrapped(bytes memory signature) private pure returns (bool) {
        if (signature.length < 32) return false;
        bytes32 end;
        assembly ("memory-safe") {
            end := mload(add(signature, mload(signature)))
        }
        return end == WRAPPED;
    }

    function vouches(address signer, bytes32 hash, bytes memory signature) private view returns (bool valid) {
        if (signer.code.length == 0) return false;
        bytes memory question = abi.encodeWithSelector(0x1626ba7e, hash, signature);
        assembly ("memory-safe") {
            mstore(0, 0)
            let answered := staticcall(gas(), signer, add(question, 32), mload(question), 0, 32)
            let magic := shl(224, 0x1626ba7e)
            valid := and(and(answered, gt(returndatasize(), 31)), eq(mload(0), magic))
        }
    }
}
