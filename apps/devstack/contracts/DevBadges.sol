// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";

/// An ERC-1155 collection of three badges: one unique, one scarce, one plentiful; metadata on the chain.
contract DevBadges is ERC1155 {
    error OnlyMinter(address caller);
    error UnknownBadge(uint256 id);

    string public constant name = "Latchkey Badges";
    string public constant symbol = "LBADGE";
    uint256 public constant GOLD = 1;
    uint256 public constant SILVER = 2;
    uint256 public constant BRONZE = 3;

    address public immutable minter;

    /// The first holder gets the only gold badge; every holder gets 5 silver and 100 bronze ones.
    constructor(address minter_, address[] memory holders) ERC1155("") {
        minter = minter_;
        for (uint256 i = 0; i < holders.length; i++) {
            if (i == 0) _mint(holders[i], GOLD, 1, "");
            _mint(holders[i], SILVER, 5, "");
            _mint(holders[i], BRONZE, 100, "");
        }
    }

    function mint(address to, uint256 id, uint256 amount) external {
        if (msg.sender != minter) revert OnlyMinter(msg.sender);
        if (id < GOLD || id > BRONZE) revert UnknownBadge(id);
        _mint(to, id, amount, "");
    }

    function uri(uint256 id) public pure override returns (string memory) {
        (string memory title, string memory colour) = look(id);
        bytes memory svg = abi.encodePacked(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240">'
            '<rect width="240" height="240" fill="#f4f1ea"/><circle cx="120" cy="108" r="68" fill="', colour,
            '"/><circle cx="120" cy="108" r="52" fill="none" stroke="#fff" stroke-width="4"/>'
            '<text x="120" y="216" text-anchor="middle" font-family="sans-serif" font-size="20" fill="#3b362c">',
            title, '</text></svg>'
        );
        bytes memory json = abi.encodePacked(
            '{"name":"', title, ' badge","description":"A badge struck on the local chain."',
            ',"image":"data:image/svg+xml;base64,', Base64.encode(svg), '"}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(json));
    }

    function look(uint256 id) private pure returns (string memory title, string memory colour) {
        if (id == GOLD) return ("Gold", "#d4a017");
        if (id == SILVER) return ("Silver", "#9aa3ad");
        if (id == BRONZE) return ("Bronze", "#b0713a");
        revert UnknownBadge(id);
    }
}
