// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IRegistry {
    function owner(bytes32 node) external view returns (address);
    function isApprovedForAll(address owner, address operator) external view returns (bool);
}

/// A resolver whose records are on the chain: addresses (EIP-137, ENSIP-9), texts (ENSIP-5) and primary names (EIP-181).
contract EnsResolver {
    event AddrChanged(bytes32 indexed node, address a);
    event AddressChanged(bytes32 indexed node, uint256 coinType, bytes newAddress);
    event TextChanged(bytes32 indexed node, string indexed indexedKey, string key, string value);
    event NameChanged(bytes32 indexed node, string name);

    error NotAuthorised(bytes32 node, address caller);

    uint256 private constant ETHER = 60;

    IRegistry public immutable registry;

    mapping(bytes32 node => mapping(uint256 coinType => bytes)) private addresses;
    mapping(bytes32 node => mapping(string key => string)) private texts;
    mapping(bytes32 node => string) private names;

    constructor(IRegistry registry_) {
        registry = registry_;
    }

    modifier authorised(bytes32 node) {
        address holder = registry.owner(node);
        if (holder != msg.sender && !registry.isApprovedForAll(holder, msg.sender)) {
            revert NotAuthorised(node, msg.sender);
        }
        _;
    }

    function setAddr(bytes32 node, address a) external authorised(node) {
        _setAddr(node, ETHER, abi.encodePacked(a));
        emit AddrChanged(node, a);
    }

    function setAddr(bytes32 node, uint256 coinType, bytes calldata a) external authorised(node) {
        _setAddr(node, coinType, a);
    }

    function setText(bytes32 node, string calldata key, string calldata value) external authorised(node) {
        texts[node][key] = value;
        emit TextChanged(node, key, key, value);
    }

    function setName(bytes32 node, string calldata newName) external authorised(node) {
        names[node] = newName;
        emit NameChanged(node, newName);
    }

    function addr(bytes32 node) external view returns (address payable) {
        bytes memory a = addresses[node][ETHER];
        return payable(a.length == 20 ? address(bytes20(a)) : address(0));
    }

    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) {
        return addresses[node][coinType];
    }

    function text(bytes32 node, string calldata key) external view returns (string memory) {
        return texts[node][key];
    }

    function name(bytes32 node) external view returns (string memory) {
        return names[node];
    }

    /// addr(bytes32), addr(bytes32,uint256), text(bytes32,string), name(bytes32), and ERC-165 itself.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x3b3b57de || id == 0xf1cb7e06 || id == 0x59d1d43c || id == 0x691f3431 || id == 0x01ffc9a7;
    }

    function _setAddr(bytes32 node, uint256 coinType, bytes memory a) private {
        addresses[node][coinType] = a;
        emit AddressChanged(node, coinType, a);
    }
}
