// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Farcaster's accounts, as its registries of ids and of keys are asked for them. Whoever calls has one.
contract DevFarcaster {
    error HasAccount(address owner);
    error HasNone(address owner);

    struct KeyData {
        /// 0: never there, 1: added, 2: removed.
        uint8 state;
        /// 2 signs its account in.
        uint32 keyType;
    }

    uint256 public idCounter;
    mapping(address owner => uint256 fid) public idOf;
    mapping(uint256 fid => mapping(bytes key => KeyData data)) private _keys;

    function register() external returns (uint256 fid) {
        if (idOf[msg.sender] != 0) revert HasAccount(msg.sender);
        fid = ++idCounter;
        idOf[msg.sender] = fid;
    }

    /// An address is a key of 32 bytes.
    function add(uint32 keyType, bytes calldata key) external {
        _keys[_own()][key] = KeyData(1, keyType);
    }

    function remove(bytes calldata key) external {
        _keys[_own()][key].state = 2;
    }

    function keyDataOf(uint256 fid, bytes calldata key) external view returns (KeyData memory) {
        return _keys[fid][key];
    }

    function _own() private view returns (uint256 fid) {
        fid = idOf[msg.sender];
        if (fid == 0) revert HasNone(msg.sender);
    }
}
