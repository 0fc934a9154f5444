package dev.referee.cookbook.kitchen;

import dev.referee.cookbook.article.SqlArticles;
import dev.referee.cookbook.customer.SqlCustomers;
import dev.referee.cookbook.jobs.SqlReports;
import dev.referee.cookbook.money.SqlAccounts;
import dev.referee.cookbook.naive.NaiveJobs;
import dev.referee.cookbook.naive.NaiveSignUps;
import dev.referee.cookbook.order.SqlOrders;
import dev.referee.cookbook.refund.SqlRefunds;
import dev.referee.cookbook.signup.SqlMembers;
import dev.referee.cookbook.wallet.SqlReceipts;
import dev.referee.cookbook.wallet.SqlWallets;
import java.util.List;
import java.util.stream.Stream;

/** The tables of all recipes. */
final class Tables {

    static final List<String> ALL = Stream.concat(
                    Stream.of(
                            SqlArticles.TABLE,
                            SqlAccounts.TABLE,
                            SqlOrders.TABLE,
                            SqlOrders.LINE_TABLE,
                            SqlReports.TABLE,
                            SqlRefunds.TABLE,
                            SqlMembers.TABLE,
                            SqlCustomers.TABLE,
                            SqlWallets.TABLE,
                            SqlReceipts.TABLE,
                            SqlReceipts.UNIQUE,
                            NaiveJobs.TABLE,
                            NaiveSignUps.TABLE,
                            NaiveSignUps.EMAIL_INDEX,
                            NaiveSignUps.HANDLE_INDEX),
                    SqlMembers.UNIQUE.stream())
            .toList();

    private Tables() {}
}
