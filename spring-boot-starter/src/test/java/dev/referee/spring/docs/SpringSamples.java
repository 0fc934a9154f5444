package dev.referee.spring.docs;

import dev.referee.application.command.Fields;
import dev.referee.application.idempotency.Action;
import dev.referee.application.idempotency.ActionAnswer;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.IdempotentActions;
import dev.referee.domain.command.TypeName;
import dev.referee.spring.web.AccessCheck;
import dev.referee.spring.web.CallerScope;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;
import org.springframework.web.server.ResponseStatusException;

/** What an application writes for the starter. */
class SpringSamples {

    interface Accounts {
        boolean isOwner(@Nullable String user, String path);
    }

    interface PaymentProvider {
        String refund(String order, long cents);
    }

    // sample: scope
    @Bean
    CallerScope tenantAndUser() {
        return request -> Optional.ofNullable(request.getUserPrincipal())
                .map(user -> request.getServerName() + "/" + user.getName());
    }
    // end

    // sample: check
    @Bean
    AccessCheck onlyOwnAccounts(Accounts accounts) {
        return request -> {
            if (!accounts.isOwner(request.getRemoteUser(), request.getRequestURI())) {
                throw new ResponseStatusException(HttpStatus.FORBIDDEN);
            }
        };
    }
    // end

    // sample: actions
    @Service
    static class Refunds {

        private static final TypeName REFUND = new TypeName("refund", 1);

        private final IdempotentActions actions;
        private final PaymentProvider provider;

        Refunds(IdempotentActions actions, PaymentProvider provider) {
            this.actions = actions;
            this.provider = provider;
        }

        ActionAnswer refund(String order, long cents) {
            ActionDigest digest =
                    ActionDigest.of(REFUND, Fields.NONE.with("order", order).with("cents", cents));
            return actions.run(
                    Action.of(IdempotencyKey.of("refunds", order), digest),
                    () -> ActionResult.of(Map.of("refund", provider.refund(order, cents))));
        }
    }
    // end
}
