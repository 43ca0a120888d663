// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// An account with one owner: vouches for what its owner signed (ERC-1271). `bindsAccount` says whether the owner has to sign
/// the hash together with account and chain, as accounts should have it that share an owner (the idea of ERC-7739).
contract DevAccount {
    address public immutable owner;
    bool public immutable bindsAccount;

    constructor(address owner_, bool bindsAccount_) {
        owner = owner_;
        bindsAccount = bindsAccount_;
    }

    function bound(bytes32 hash) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), hash));
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        bytes32 asked = bindsAccount ? bound(hash) : hash;
        address signer = ecrecover(
            asked, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64])
        );
        return signer != address(0) && signer == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
