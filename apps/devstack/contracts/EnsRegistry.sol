// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// The registry of EIP-137: who owns a node of the tree of names, and which resolver answers for it.
contract EnsRegistry {
    event NewOwner(bytes32 indexed node, bytes32 indexed label, address owner);
    event Transfer(bytes32 indexed node, address owner);
    event NewResolver(bytes32 indexed node, address resolver);
    event NewTTL(bytes32 indexed node, uint64 ttl);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    error NotAuthorised(bytes32 node, address caller);

    struct Record {
        address owner;
        address resolver;
        uint64 ttl;
    }

    mapping(bytes32 node => Record) private records;
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    constructor(address rootOwner) {
        records[0].owner = rootOwner;
    }

    modifier authorised(bytes32 node) {
        address holder = records[node].owner;
        if (holder != msg.sender && !isApprovedForAll[holder][msg.sender]) revert NotAuthorised(node, msg.sender);
        _;
    }

    function setRecord(bytes32 node, address newOwner, address newResolver, uint64 newTtl) external authorised(node) {
        _setOwner(node, newOwner);
        _setResolverAndTtl(node, newResolver, newTtl);
    }

    function setSubnodeRecord(bytes32 node, bytes32 label, address newOwner, address newResolver, uint64 newTtl)
        external
        authorised(node)
    {
        _setResolverAndTtl(_setSubnodeOwner(node, label, newOwner), newResolver, newTtl);
    }

    function setSubnodeOwner(bytes32 node, bytes32 label, address newOwner)
        external
        authorised(node)
        returns (bytes32)
    {
        return _setSubnodeOwner(node, label, newOwner);
    }

    function setOwner(bytes32 node, address newOwner) external authorised(node) {
        _setOwner(node, newOwner);
    }

    function setResolver(bytes32 node, address newResolver) external authorised(node) {
        _setResolverAndTtl(node, newResolver, records[node].ttl);
    }

    function setTTL(bytes32 node, uint64 newTtl) external authorised(node) {
        _setResolverAndTtl(node, records[node].resolver, newTtl);
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    function owner(bytes32 node) external view returns (address) {
        return records[node].owner;
    }

    function resolver(bytes32 node) external view returns (address) {
        return records[node].resolver;
    }

    function ttl(bytes32 node) external view returns (uint64) {
        return records[node].ttl;
    }

    function recordExists(bytes32 node) external view returns (bool) {
        return records[node].owner != address(0);
    }

    function _setOwner(bytes32 node, address newOwner) private {
        records[node].owner = newOwner;
        emit Transfer(node, newOwner);
    }

    function _setSubnodeOwner(bytes32 node, bytes32 label, address newOwner) private returns (bytes32 subnode) {
        subnode = keccak256(abi.encodePacked(node, label));
        records[subnode].owner = newOwner;
        emit NewOwner(node, label, newOwner);
    }

    function _setResolverAndTtl(bytes32 node, address newResolver, uint64 newTtl) private {
        Record storage record = records[node];
        if (record.resolver != newResolver) {
            record.resolver = newResolver;
            emit NewResolver(node, newResolver);
        }
        if (record.ttl != newTtl) {
            record.ttl = newTtl;
            emit NewTTL(node, newTtl);
        }
    }
}
