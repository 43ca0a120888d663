// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Wrapped Ether: one token for each wei deposited, with the interface every exchange expects.
contract WETH9 {
    string public constant name = "Wrapped Ether";
    string public constant symbol = "WETH";
    uint8 public constant decimals = 18;

    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Deposit(address indexed to, uint256 value);
    event Withdrawal(address indexed from, uint256 value);

    error InsufficientBalance(address owner, uint256 balance, uint256 needed);
    error InsufficientAllowance(address spender, uint256 allowance, uint256 needed);
    error EtherTransferFailed(address to);

    mapping(address owner => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    receive() external payable {
        deposit();
    }

    /// Every wrapped wei is a wei held here, so the supply needs no counter.
    function totalSupply() external view returns (uint256) {
        return address(this).balance;
    }

    function deposit() public payable {
        balanceOf[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 value) external {
        take(msg.sender, value);
        // The balance is lowered before the call, so calling back in finds nothing more to take.
        (bool sent, ) = msg.sender.call{value: value}("");
        if (!sent) revert EtherTransferFailed(msg.sender);
        emit Withdrawal(msg.sender, value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (from != msg.sender && allowed != type(uint256).max) {
            if (allowed < value) revert InsufficientAllowance(msg.sender, allowed, value);
            allowance[from][msg.sender] = allowed - value;
        }
        return move(from, to, value);
    }

    function move(address from, address to, uint256 value) private returns (bool) {
        take(from, value);
        balanceOf[to] += value;
        emit Transfer(from, to, value);
        return true;
    }

    function take(address owner, uint256 value) private {
        uint256 balance = balanceOf[owner];
        if (balance < value) revert InsufficientBalance(owner, balance, value);
        balanceOf[owner] = balance - value;
    }
}
