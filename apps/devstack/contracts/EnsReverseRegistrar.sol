// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IRegistry {
    function setSubnodeRecord(bytes32 node, bytes32 label, address owner, address resolver, uint64 ttl) external;
}

interface INameResolver {
    function setName(bytes32 node, string calldata name) external;
}

/// Owns addr.reverse (EIP-181): every account may say there by which name it goes.
contract EnsReverseRegistrar {
    event ReverseClaimed(address indexed addr, bytes32 indexed node);

    /// namehash("addr.reverse")
    bytes32 private constant ADDR_REVERSE = 0x91d1777781884d03a6757a803996e38de2a42967fb37eeaca72729271025a9e2;

    IRegistry public immutable registry;
    INameResolver public immutable defaultResolver;

    constructor(IRegistry registry_, INameResolver defaultResolver_) {
        registry = registry_;
        defaultResolver = defaultResolver_;
    }

    /// Takes precedence over whatever the wildcard resolver of addr.reverse says about the account.
    function setName(string calldata name) external returns (bytes32 reverseNode) {
        bytes32 label = _labelOf(msg.sender);
        reverseNode = keccak256(abi.encodePacked(ADDR_REVERSE, label));
        registry.setSubnodeRecord(ADDR_REVERSE, label, address(this), address(defaultResolver), 0);
        defaultResolver.setName(reverseNode, name);
        emit ReverseClaimed(msg.sender, reverseNode);
    }

    function node(address account) external pure returns (bytes32) {
        return keccak256(abi.encodePacked(ADDR_REVERSE, _labelOf(account)));
    }

    /// The label is the address in lower-case hexadecimal digits, without 0x.
    function _labelOf(address account) private pure returns (bytes32) {
        bytes20 raw = bytes20(account);
        bytes memory digits = new bytes(40);
        for (uint256 i = 0; i < 20; i++) {
            digits[2 * i] = bytes16("0123456789abcdef")[uint8(raw[i]) >> 4];
            digits[2 * i + 1] = bytes16("0123456789abcdef")[uint8(raw[i]) & 15];
        }
        return keccak256(digits);
    }
}
